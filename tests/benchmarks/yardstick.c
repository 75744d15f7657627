/* The yardstick: the rules of stollen with the same keyed deal in plain C, read off docs/rules.md and the rules of the
 * family, for every switch and shipped strategy. It plays from the same arrays (structs Rules and Seats come from
 * fields.h, which yardstick.py writes from the named tuples) and gives the outcome of a game: shares of the win and
 * scores by seat, then cards turned. Built with gcc -O3 -march=native; no part of the package.
 *
 * With -DPLAIN the deck is an ordinary shuffle from one stream a game, a card at a time (Fisher and Yates): faster, but
 * a changed deck then changes all the luck that follows. */
#include <stdint.h>
#include <string.h>

typedef int64_t i64;
typedef uint64_t u64;
#include "fields.h"

#define INLINE static inline __attribute__((always_inline))
#define MOST_PLAYERS 8
#define MOST_KINDS 12
#define MOST_LEVELS 20
#define MOST_CARDS 4096
#define GOLD 0x9E3779B97F4A7C15ull
#define BUCKETS 32
#define SHIFT 58

enum { FIND, HAZARD, FOSSIL };
enum { DEAL = 1, MOOD, LOOK, CHOICE, HELMET_CHANCE, ROPE_CHANCE, TARGET, REFUSE, FAVOURITE };
enum { LOOT, NERVE, ODDS, RANDOM, NEVER };
enum { LEAVE_WHEN_EMPTY, RESHUFFLE, BANK };
enum { LOST, CARRIED, LAST_LEAVER };
enum { FLOOR, CEIL, EXACT };
enum { HELMET_FIRST, BOTH, VICTIM_CHOOSES };
enum { TO_VICTIM, TO_THROWER, TO_NOBODY };
enum { TIE_FOSSILS, TIE_POINTS, TIE_NONE };
enum { SHARED, LAST_LEVEL, EARLIEST_LEAVER };
enum { NOT_HEARD, SINGS, SILENT };
enum { NOT_SEEN, SAFE, FATAL };
enum { GO_OUT, GO_DEEPER, USE_LAMP };
enum { BY_COLLAPSE, BY_EXIT, BY_EMPTY_DECK };

typedef struct {
    i64 bank[MOST_PLAYERS], loot[MOST_PLAYERS], carried[MOST_PLAYERS], inside[MOST_PLAYERS], left_at[MOST_PLAYERS];
    i64 fossils[MOST_PLAYERS], fossil_points[MOST_PLAYERS], lamps[MOST_PLAYERS], helmets[MOST_PLAYERS];
    i64 ropes[MOST_PLAYERS], mood[MOST_PLAYERS], wears[MOST_PLAYERS], thrown_to[MOST_PLAYERS];
    i64 level_start[MOST_PLAYERS], win[MOST_PLAYERS], score[MOST_PLAYERS], insiders[MOST_PLAYERS];
    i64 seen[MOST_KINDS + 1], removed[MOST_KINDS + 1];
    i64 heaps, lumps, lying, free_fossils, carried_out, steps;
    i64 keys[MOST_CARDS], sorted[MOST_CARDS], rests[MOST_CARDS];
} Table;

/* What is open before a choice. */
typedef struct {
    i64 level, step, inside, left, lying, kinds, cards, fatal, hazards, finds, left_share, best, best_seat, second;
} Open;

INLINE u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}
INLINE u64 stream(u64 key, u64 purpose, u64 first, u64 second) {
    return mix(key + ((purpose << 32) ^ (first << 16) ^ second) * GOLD);
}
INLINE i64 below(u64 bits, i64 limit) { return ((i64)(bits >> 33) * limit) >> 31; }
INLINE int chance(u64 bits, i64 percent) { return below(bits, 100) < percent; }
INLINE i64 card_key(u64 luck, i64 name, i64 card) { return (i64)(mix(luck ^ (u64)name) >> 13) << 12 | card; }
INLINE u64 own_chance(u64 key, i64 purpose, i64 level, i64 seat, i64 step) {
    return stream(key, purpose, level * 16 + seat, step);
}

#ifdef PLAIN
static u64 plain_stream;
#define KEY(luck, name, card) ((void)(luck), (card))
INLINE void shuffle(Table *t, i64 size) { memcpy(t->sorted, t->keys, size * sizeof(i64)); }
INLINE i64 card_at(Table *t, i64 size, i64 at) {
    plain_stream += GOLD;
    i64 place = at + below(mix(plain_stream), size - at), card = t->sorted[place];
    t->sorted[place] = t->sorted[at];
    return t->sorted[at] = card;
}
#else
#define KEY card_key
/* The deck: keys in drawers by their top bits; a drawer is sorted card by card as it is turned. */
INLINE void shuffle(Table *t, i64 size) {
    i64 end[BUCKETS] = {0}, at = 0;
    for (i64 i = 0; i < size; i++) end[t->keys[i] >> SHIFT]++;
    for (int b = 0; b < BUCKETS; b++) { i64 n = end[b]; end[b] = at; at += n; }
    for (i64 i = 0; i < size; i++) { i64 key = t->keys[i]; t->sorted[end[key >> SHIFT]++] = key; }
}
INLINE i64 card_at(Table *t, i64 size, i64 at) {
    i64 best = t->sorted[at], last = best | ((1ll << SHIFT) - 1), place = at;
    for (i64 i = at + 1; i < size && t->sorted[i] <= last; i++)
        if (t->sorted[i] < best) { best = t->sorted[i]; place = i; }
    t->sorted[place] = t->sorted[at];
    t->sorted[at] = best;
    return best & 4095;
}
#endif
INLINE i64 deal(const Rules *r, Table *t, u64 key, i64 level, i64 *hazards, i64 *finds) {
    u64 luck = stream(key, DEAL, level, 0);
    i64 first = r->first_card[level], size = r->end_card[level] - first, out = 0;
    const i64 *copies = r->copies + level * r->kinds;
    for (i64 i = 0; i < size; i++) t->keys[i] = KEY(luck, r->card_key[first + i], first + i);
    *hazards = 0;
    *finds = r->lumps[level];
    for (i64 k = 0; k < r->kinds; k++) {
        *hazards += copies[k];
        out += t->removed[k] < copies[k] ? t->removed[k] : copies[k];
    }
    *hazards -= out;
    if (out && !r->growing) {
        for (i64 k = r->kinds - 1; k >= 0; k--) {
            i64 gone = t->removed[k] < copies[k] ? t->removed[k] : copies[k];
            i64 *last = t->keys + r->kind_first[level * r->kinds + k] - first + copies[k] - 1;
            for (i64 n = 0; n < gone; n++) last[-n] = t->keys[--size];
        }
    } else if (out) {
        i64 stay = 0;
        for (i64 i = 0; i < size; i++) {
            i64 card = t->keys[i] & 4095, kind = r->card_kind[card];
            t->keys[stay] = t->keys[i];
            stay += kind == MOST_KINDS || r->card_copy[card] < copies[kind] - t->removed[kind];
        }
        size = stay;
    }
    for (i64 n = 0; n < t->free_fossils; n++) {
        i64 card = r->first_fossil + n;
        t->keys[size++] = KEY(luck, r->card_key[card], card);
    }
    shuffle(t, size);
    return size;
}
INLINE i64 reshuffle(const Rules *r, Table *t, u64 key, i64 level, i64 size, i64 *hazards, i64 *finds) {
    u64 luck = stream(key, DEAL, level, 1);
    i64 count = 0, dangers = 0, lumps = 0;
    for (i64 i = 0; i < size; i++) {
        i64 card = t->sorted[i] & 4095, type = r->card_type[card];
        if (type == FOSSIL) continue;
        t->keys[count++] = KEY(luck, r->card_key[card], card);
        if (type == HAZARD) dangers++;
        else lumps += r->card_value[card];
    }
    *hazards = dangers;
    *finds = lumps;
    if (!dangers) return 0;
    shuffle(t, count);
    return count;
}

INLINE void open_scores(const Rules *r, const Seats *s, const Table *t, Open *o) {
    o->best = o->best_seat = o->second = -1;
    if (!r->banks_open) return;
    for (i64 p = 0; p < s->players; p++) {
        i64 score = t->bank[p] + (r->fossils_open ? 2 * t->fossil_points[p] : 0);
        if (score > o->best) { o->second = o->best; o->best = score; o->best_seat = p; }
        else if (score > o->second) o->second = score;
    }
}

/* The characters. */
INLINE int odds_are_good(const Rules *r, const Seats *s, const Table *t, const Open *o, i64 p, i64 heard) {
    if (o->fatal == 0) return 1;
    i64 loot = t->loot[p], at_risk = loot + o->left_share, alone = o->left - o->left_share;
    if (t->helmets[p] > 0) at_risk -= loot / 2;
    if (s->counts_fossils[p] && o->lying > 0) {
        const i64 *held = r->fossil_table + t->fossils[p];
        i64 share = o->lying >= o->inside ? o->lying / o->inside : 0, together = held[share] - held[0];
        at_risk += together;
        alone += held[o->lying] - held[0] - together;
    }
    if (at_risk <= 0 && alone <= 0) return 1;
    i64 weight = t->mood[p], missed = alone * s->lone_percent[p], other = p == o->best_seat ? o->second : o->best;
    if (o->level == r->levels - 1 && other > t->bank[p] + 2 * loot) weight = weight * s->behind_percent[p] / 100;
    if (heard == SILENT && s->hears_canary[p]) {
        if (r->canary_fatal_only) return 0;
        i64 harmless = o->hazards - o->fatal;
        return harmless * 2 * o->finds * 100 >
               (o->fatal * at_risk * weight + o->hazards * missed) * o->cards * o->inside;
    }
    return o->finds * 100 > (o->fatal * at_risk * weight + o->cards * missed) * o->inside;
}
INLINE int nerve_holds(const Seats *s, const Table *t, const Open *o, i64 p, i64 heard) {
    i64 worth = t->loot[p] + o->left_share;
    if (o->kinds == 0 || worth == 0) return 1;
    if (heard == SILENT && s->hears_canary[p] && worth >= s->leave_at_silence[p]) return 0;
    return worth < t->mood[p] && o->kinds < s->leave_at_kinds[p];
}
INLINE int decide(const Rules *r, const Seats *s, const Table *t, const Open *o, u64 key, i64 p, i64 heard, i64 seen,
                  int lamp) {
    i64 strategy = s->strategy[p];
    if (strategy == NEVER) return GO_DEEPER;
    if (strategy == RANDOM) {
        if (lamp && chance(own_chance(key, LOOK, o->level, p, o->step), s->lamp_percent[p])) return USE_LAMP;
        return chance(own_chance(key, CHOICE, o->level, p, o->step), s->leave_percent[p]) ? GO_OUT : GO_DEEPER;
    }
    if (seen != NOT_SEEN) return seen == FATAL ? GO_OUT : GO_DEEPER;
    if (heard == SINGS && s->hears_canary[p]) return GO_DEEPER;
    int goes = strategy == LOOT    ? t->loot[p] < s->leave_at[p]
               : strategy == NERVE ? nerve_holds(s, t, o, p, heard)
                                   : odds_are_good(r, s, t, o, p, heard);
    if (goes) return GO_DEEPER;
    return lamp && s->uses_lamp[p] && o->fatal > 0 && t->loot[p] + o->left_share >= s->lamp_at[p] ? USE_LAMP : GO_OUT;
}

INLINE i64 canary_says(const Rules *r, i64 kinds, int spoken, i64 card, int fatal) {
    if (!r->canary || kinds < r->canary_kinds || (spoken && r->canary_once)) return NOT_HEARD;
    if (r->card_type[card] == HAZARD) return fatal || !r->canary_fatal_only ? SILENT : SINGS;
    return r->card_type[card] == FOSSIL && !r->canary_fossil_safe ? SILENT : SINGS;
}
INLINE i64 hears(const Rules *r, i64 p, i64 says) {
    return r->canary_before_choice && (r->canary_owner < 0 || r->canary_owner == p) ? says : NOT_HEARD;
}
INLINE u64 choose(const Rules *r, const Seats *s, Table *t, const Open *o, u64 key, int fatal, i64 says) {
    u64 looked = 0, leaving = 0;
    int first = r->lamps && (r->lamp_announced_at_once || (r->canary && !r->canary_first));
    if (first)
        for (i64 at = 0; at < o->inside; at++) {
            i64 p = t->insiders[at];
            if (t->lamps[p] <= 0 || (looked && !r->lamps_together)) continue;
            if (decide(r, s, t, o, key, p, r->canary_first ? hears(r, p, says) : NOT_HEARD, NOT_SEEN, 1) == USE_LAMP) {
                t->lamps[p]--;
                looked |= 1ull << p;
            }
        }
    for (i64 at = 0; at < o->inside; at++) {
        i64 p = t->insiders[at], heard = hears(r, p, says);
        int decision = USE_LAMP;
        if (!(looked >> p & 1)) {
            int lamp = (t->lamps[p] > 0) & (!looked | (r->lamps_together > 0)) & !first;
            decision = decide(r, s, t, o, key, p, heard, NOT_SEEN, lamp);
            if (decision == USE_LAMP && lamp) {
                t->lamps[p]--;
                looked |= 1ull << p;
            }
        }
        if (looked >> p & 1) decision = decide(r, s, t, o, key, p, heard, fatal ? FATAL : SAFE, 0);
        if (decision != GO_DEEPER) leaving |= 1ull << p;
    }
    return leaving;
}

/* What is shared. */
INLINE void leave_lying(const Rules *r, Table *t, i64 rest) {
    if (!rest) return;
    t->lumps += rest;
    if (r->per_card || !t->heaps) t->rests[t->heaps++] = rest;
    else t->rests[0] += rest;
}
INLINE void take_fossil(const Rules *r, Table *t, i64 p) {
    t->fossils[p]++;
    t->lying--;
    i64 out = ++t->carried_out;
    if (r->by_carried_order) t->fossil_points[p] += r->fossil_table[out] - r->fossil_table[out - 1];
    else t->fossil_points[p] = r->fossil_table[t->fossils[p]];
}
INLINE void settle_exit(const Rules *r, const Seats *s, Table *t, i64 step, i64 inside, u64 leaving, i64 leavers,
                        int shares) {
    i64 each = 0, fossils = 0, extra = 0, first = -1, stay = 0;
    if (shares) {
        i64 kept = 0, lumps = 0;
        for (i64 at = 0; at < t->heaps; at++) {
            i64 part = t->rests[at] / leavers, rest = t->rests[at] - part * leavers;
            each += part;
            if (!r->rest_lost && rest) { t->rests[kept++] = rest; lumps += rest; }
        }
        t->heaps = kept;
        t->lumps = lumps;
        if (leavers == 1) fossils = r->single_takes_one && t->lying > 1 ? 1 : t->lying;
        else if (!r->single_leaver_only) {
            fossils = t->lying / leavers;
            if (r->rest_to_first) extra = t->lying - fossils * leavers;
        }
    }
    for (i64 at = 0; at < inside; at++) {
        i64 p = t->insiders[at];
        if (!(leaving >> p & 1)) { t->insiders[stay++] = p; continue; }
        if (first < 0) first = p;
        t->inside[p] = 0;
        t->left_at[p] = step;
        t->bank[p] += 2 * (t->loot[p] + each);
        t->loot[p] = 0;
    }
    for (i64 n = 0; n < fossils; n++)
        for (i64 p = 0; p < s->players; p++)
            if (t->left_at[p] == step && !t->inside[p]) take_fossil(r, t, p);
    for (i64 n = 0; n < extra; n++) take_fossil(r, t, first);
}

/* A collapse. */
INLINE i64 helmet_saves(const Rules *r, i64 loot) {
    return r->helmet_odd == FLOOR ? loot / 2 * 2 : r->helmet_odd == CEIL ? (loot + 1) / 2 * 2 : loot;
}
INLINE i64 at_stake(const Rules *r, const Table *t, i64 p) {
    if (!t->wears[p]) return t->loot[p];
    if (r->helmet_with_rope == HELMET_FIRST) return 0;
    if (r->helmet_with_rope == BOTH) return (2 * t->loot[p] - helmet_saves(r, t->loot[p])) / 2;
    return t->loot[p];
}
INLINE int may_rope(const Rules *r, const Table *t, i64 target) {
    return t->inside[target] && (at_stake(r, t, target) > 0 || r->rope_in_vain);
}
INLINE i64 rope_pays(const Rules *r, i64 stake) { return stake / 2 + (r->rope_odd == TO_THROWER ? stake % 2 : 0); }
INLINE i64 rope_keeps(const Rules *r, i64 stake) { return stake / 2 + (r->rope_odd == TO_VICTIM ? stake % 2 : 0); }
static void decide_rope(const Rules *r, const Seats *s, Table *t, u64 key, i64 level, i64 step, i64 p) {
    if (!r->rope_just_left && t->left_at[p] == step - 1) return;
    i64 first = below(own_chance(key, FAVOURITE, level, p, step), s->players), targets = 0, best = -1, own = -1;
    for (i64 n = first; n < first + s->players; n++) {
        i64 target = n % s->players, throwers = 1;
        if (!may_rope(r, t, target)) continue;
        targets++;
        if (r->open_collapse)
            for (i64 q = 0; q < s->players; q++) throwers += t->thrown_to[q] == target;
        i64 share = rope_pays(r, at_stake(r, t, target)) / throwers;
        if (share > own) { own = share; best = target; }
    }
    if (!targets) return;
    int random = s->strategy[p] == RANDOM, throws;
    if (random) throws = chance(own_chance(key, ROPE_CHANCE, level, p, step), s->rope_percent[p]);
    else throws = own >= s->rope_at[p] || (own > 0 && level == r->levels - 1);
    if (!throws && r->rope_declinable) return;
    if (random) {
        i64 choice = below(own_chance(key, TARGET, level, p, step), targets);
        for (i64 target = 0; target < s->players; target++)
            if (may_rope(r, t, target) && choice-- == 0) best = target;
    }
    t->thrown_to[p] = best;
}
static void collapse(const Rules *r, const Seats *s, Table *t, u64 key, i64 level, i64 step) {
    i64 players = s->players;
    for (i64 p = 0; p < players; p++) {
        t->wears[p] = 0;
        t->thrown_to[p] = -1;
    }
    for (i64 p = 0; p < players; p++) {
        if (!t->inside[p] || t->helmets[p] <= 0 || t->loot[p] <= 0) continue;
        if (r->helmet_automatic) t->wears[p] = 1;
        else if (s->strategy[p] == RANDOM)
            t->wears[p] = chance(own_chance(key, HELMET_CHANCE, level, p, step), s->helmet_percent[p]);
        else t->wears[p] = t->loot[p] >= s->helmet_at[p] || level == r->levels - 1;
    }
    for (i64 p = 0; p < players; p++)
        if (!t->inside[p] && t->ropes[p] > 0) decide_rope(r, s, t, key, level, step, p);
    if (r->rope_refusable)
        for (i64 p = 0; p < players; p++) {
            if (!t->inside[p]) continue;
            int refuses = s->strategy[p] == RANDOM
                              ? chance(own_chance(key, REFUSE, level, p, step), s->refuse_percent[p])
                              : s->refuses_rope[p] != 0;
            for (i64 q = 0; refuses && q < players; q++)
                if (t->thrown_to[q] == p) t->thrown_to[q] = -1;
        }
    if (r->helmet_with_rope == VICTIM_CHOOSES)
        for (i64 q = 0; q < players; q++)
            if (t->thrown_to[q] >= 0) t->wears[t->thrown_to[q]] = 0;
    for (i64 p = 0; p < players; p++) {
        if (!t->inside[p]) continue;
        i64 stake = at_stake(r, t, p), throwers = 0;
        if (t->wears[p]) {
            i64 saved = helmet_saves(r, t->loot[p]);
            t->helmets[p]--;
            if (r->helmet_banked) t->bank[p] += saved;
            else t->carried[p] = saved / 2;
        }
        for (i64 q = 0; q < players; q++) throwers += t->thrown_to[q] == p;
        if (throwers) {
            i64 each = rope_pays(r, stake) / throwers, kept = rope_keeps(r, stake);
            if (r->rope_rest_to_victim) kept += rope_pays(r, stake) - each * throwers;
            t->bank[p] += 2 * kept;
            for (i64 q = 0; q < players; q++)
                if (t->thrown_to[q] == p) {
                    t->ropes[q]--;
                    t->bank[q] += 2 * each;
                }
        }
        t->loot[p] = 0;
    }
}

/* A level, and the game. */
INLINE void start_level(const Rules *r, const Seats *s, Table *t, u64 key, i64 level) {
    for (i64 p = 0; p < s->players; p++) {
        t->inside[p] = 1;
        t->insiders[p] = p;
        t->left_at[p] = -1;
        t->loot[p] = t->carried[p];
        t->carried[p] = 0;
        t->level_start[p] = t->bank[p];
        if (r->lamps_per_level || !level) t->lamps[p] = r->lamps;
        if (r->helmets_per_level || !level) t->helmets[p] = r->helmets;
        if (r->ropes_per_level || !level) t->ropes[p] = r->ropes;
        i64 spread = s->spread[p], mood = s->leave_at[p];
        if (spread > 0) mood += below(stream(key, MOOD, level, p), 2 * spread + 1) - spread;
        t->mood[p] = mood > 1 ? mood : 1;
    }
    for (i64 k = 0; k < r->kinds; k++) t->seen[k] = 0;
    t->free_fossils += r->fossils_per_level;
}
INLINE void end_level(const Rules *r, const Seats *s, Table *t, i64 level, i64 reason) {
    int last_level = level == r->levels - 1;
    if (r->leftovers_at_end == LAST_LEAVER) {
        i64 last = -1, count = 0;
        for (i64 p = 0; p < s->players; p++) {
            if (t->left_at[p] > last) { last = t->left_at[p]; count = 0; }
            count += t->left_at[p] == last;
        }
        if (last >= 0) {
            i64 each = t->lumps / count;
            for (i64 p = 0; p < s->players; p++)
                if (t->left_at[p] == last) t->bank[p] += 2 * each;
            t->heaps = t->lumps = 0;
        }
    }
    if (r->leftovers_at_end != CARRIED || last_level) t->heaps = t->lumps = 0;
    if (!(reason == BY_COLLAPSE ? r->out_after_collapse : r->out_after_exit)) t->free_fossils += t->lying;
    t->lying = 0;
    for (i64 p = 0; last_level && p < s->players; p++)
        if (t->carried[p] > 0) {
            t->bank[p] += 2 * t->carried[p];
            t->carried[p] = 0;
        }
}
static void play_level(const Rules *r, const Seats *s, Table *t, u64 key, i64 level) {
    start_level(r, s, t, key, level);
    i64 hazards, finds, size = deal(r, t, key, level, &hazards, &finds), position = 0, reason = BY_EXIT;
    i64 card = card_at(t, size, 0);
    int turned = !r->first_choice, spoken = 0;
    Open o = {.level = level, .inside = s->players};
    open_scores(r, s, t, &o);
    while (o.inside > 0) {
        if (turned && position < size) {
            i64 value = r->card_value[card], type = r->card_type[card];
            position++;
            o.step++;
            if (type == FIND) {
                i64 each = value / o.inside;
                finds -= value;
                for (i64 at = 0; at < o.inside; at++) t->loot[t->insiders[at]] += each;
                leave_lying(r, t, value - each * o.inside);
            } else if (type == FOSSIL) {
                t->lying++;
                t->free_fossils--;
            } else {
                hazards--;
                if (t->seen[value]) {
                    collapse(r, s, t, key, level, o.step);
                    if (r->removes_hazard) t->removed[value]++;
                    reason = BY_COLLAPSE;
                    break;
                }
                t->seen[value] = 1;
                o.kinds++;
                o.fatal += r->copies[level * r->kinds + value] - t->removed[value] - 1;
            }
        }
        turned = 1;
        if (position >= size) {
            i64 again = r->when_empty == RESHUFFLE ? reshuffle(r, t, key, level, size, &hazards, &finds) : 0;
            if (!again) {
                settle_exit(r, s, t, o.step, o.inside, ~0ull, o.inside, r->when_empty != BANK);
                reason = BY_EMPTY_DECK;
                break;
            }
            size = again;
            position = 0;
            o.fatal = hazards;
        }
        card = card_at(t, size, position);
        int fatal = t->seen[r->card_kind[card]] > 0;
        i64 says = canary_says(r, o.kinds, spoken, card, fatal);
        int must_leave = r->last_must_leave && o.inside == 1 && s->players > 1;
        u64 leaving = 0;
        if (!s->calm || o.kinds > 0 || must_leave) {
            o.left = t->lumps;
            o.left_share = o.left >= o.inside ? o.left / o.inside : 0;
            o.lying = t->lying;
            o.cards = size - position;
            o.hazards = hazards;
            o.finds = finds;
            leaving = choose(r, s, t, &o, key, fatal, says);
            if (must_leave) leaving = ~0ull;
        }
        spoken = spoken || (r->canary && o.kinds >= r->canary_kinds);
        if (leaving && (!fatal || r->leaving_first)) {
            i64 leavers = 0;
            for (i64 at = 0; at < o.inside; at++) leavers += leaving >> t->insiders[at] & 1;
            settle_exit(r, s, t, o.step, o.inside, leaving, leavers, 1);
            o.inside -= leavers;
            open_scores(r, s, t, &o);
        }
    }
    end_level(r, s, t, level, reason);
    t->steps += o.step;
}
INLINE int ranks_below(const Rules *r, const Table *t, i64 p, i64 q) {
    i64 mine = t->score[p], theirs = t->score[q];
    if (mine == theirs && r->tie_break == TIE_FOSSILS) { mine = t->fossils[p]; theirs = t->fossils[q]; }
    if (mine == theirs && r->tie_break == TIE_POINTS) { mine = t->fossil_points[p]; theirs = t->fossil_points[q]; }
    if (mine == theirs && r->still_tied == LAST_LEVEL) {
        mine = t->bank[p] - t->level_start[p];
        theirs = t->bank[q] - t->level_start[q];
    }
    if (mine == theirs && r->still_tied == EARLIEST_LEAVER) {
        mine = -(t->left_at[p] >= 0 ? t->left_at[p] : 1ll << 30);
        theirs = -(t->left_at[q] >= 0 ? t->left_at[q] : 1ll << 30);
    }
    return mine < theirs;
}
void play_range(const Rules *r, const Seats *s, u64 seed, i64 first, i64 last, i64 *out) {
    Table table, *t = &table;
    i64 players = s->players;
    memset(t, 0, sizeof *t);
    for (i64 game = first; game < last; game++) {
        u64 key = mix(mix(seed + GOLD) ^ (u64)game);
#ifdef PLAIN
        plain_stream = key;
#endif
        for (i64 p = 0; p < players; p++) t->bank[p] = t->carried[p] = t->fossils[p] = t->fossil_points[p] = 0;
        for (i64 k = 0; k < r->kinds; k++) t->removed[k] = 0;
        t->heaps = t->lumps = t->lying = t->carried_out = t->steps = 0;
        t->free_fossils = r->fossils_at_start;
        for (i64 level = 0; level < r->levels; level++) play_level(r, s, t, key, level);
        i64 winners = 0;
        for (i64 p = 0; p < players; p++) t->score[p] = t->bank[p] + 2 * t->fossil_points[p];
        for (i64 p = 0; p < players; p++) {
            t->win[p] = 1;
            for (i64 q = 0; q < players; q++)
                if (ranks_below(r, t, p, q)) t->win[p] = 0;
            winners += t->win[p];
        }
        for (i64 p = 0; p < players; p++) {
            out[p] = t->win[p] ? 840 / winners : 0;
            out[players + p] = t->score[p];
        }
        out[2 * players] = t->steps;
        out += 2 * players + 1;
    }
}
