"""The sleeve for the canary: a card slides in face to the front panel, and a window shows one corner of it (SO46).

All lengths in mm. The corners are drawn on the canvas of a card (63 x 88 mm or more) and printed ``scale`` times as
large, so the window follows the card.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

# The corner of a card that the window shows: nothing but the mark is printed in the square of CORNER_MM.
CORNER_MM = 13.0
CORNER_MARK_CENTRE_MM = 7.5
CORNER_MARK_DIAMETER_MM = 6.0

SLEEVE_PLAY_MM = 1.0
SLEEVE_WINDOW_MM = 8.0
SLEEVE_FLAP_MM = 10.0
SLEEVE_NOTCH_RADIUS_MM = 9.0


@dataclass(frozen=True)
class SleeveNet:
    """The net from its own top left corner: front above with a flap on each side, back below.

    A card lies in it face to the front panel, its lower edge on the fold.
    """

    card_width_mm: float = 63.0
    card_height_mm: float = 88.0
    scale: float = 1.0
    flap_mm: float = SLEEVE_FLAP_MM

    @property
    def panel_width_mm(self) -> float:
        """Width of a panel: the card and its play."""
        return self.card_width_mm + SLEEVE_PLAY_MM

    @property
    def panel_height_mm(self) -> float:
        """Height of a panel: the card and its play."""
        return self.card_height_mm + SLEEVE_PLAY_MM

    @property
    def window_mm(self) -> float:
        """Side of the window."""
        return SLEEVE_WINDOW_MM * self.scale

    @property
    def notch_radius_mm(self) -> float:
        """Radius of the notch for the thumb."""
        return SLEEVE_NOTCH_RADIUS_MM * min(1.0, self.scale)

    @property
    def width_mm(self) -> float:
        """Width with both flaps."""
        return self.panel_width_mm + 2 * self.flap_mm

    @property
    def height_mm(self) -> float:
        """Height of both panels."""
        return 2 * self.panel_height_mm

    def card_left_mm(self) -> float:
        """Left edge of a card in the middle of its play."""
        return self.flap_mm + SLEEVE_PLAY_MM / 2

    def card_top_mm(self) -> float:
        """Upper edge of a card that rests on the fold."""
        return self.panel_height_mm - self.card_height_mm

    def window(self) -> tuple[float, float]:
        """Left and upper edge of the window: its centre is that of the card's upper right corner mark."""
        centre_x = self.card_left_mm() + self.card_width_mm - CORNER_MARK_CENTRE_MM * self.scale
        centre_y = self.card_top_mm() + CORNER_MARK_CENTRE_MM * self.scale
        return centre_x - self.window_mm / 2, centre_y - self.window_mm / 2


def sleeve_net(card_width_mm: float, card_height_mm: float, scale: float) -> dict[str, Any]:
    """The net for a card of that size, as data for the template."""
    net = SleeveNet(card_width_mm, card_height_mm, scale)
    window_left_mm, window_top_mm = net.window()
    return asdict(net) | {
        "panel_width_mm": net.panel_width_mm,
        "panel_height_mm": net.panel_height_mm,
        "window_mm": net.window_mm,
        "notch_radius_mm": net.notch_radius_mm,
        "width_mm": net.width_mm,
        "height_mm": net.height_mm,
        "window_left_mm": window_left_mm,
        "window_top_mm": window_top_mm,
    }


def corner_data(printed: bool) -> dict[str, Any]:
    """The marked corner, as data for the template, and whether a sleeve is printed."""
    return {
        "printed": printed,
        "corner_mm": CORNER_MM,
        "mark_centre_mm": CORNER_MARK_CENTRE_MM,
        "mark_diameter_mm": CORNER_MARK_DIAMETER_MM,
    }
