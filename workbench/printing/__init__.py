"""Printing: Jinja templates write Typst source, Typst makes the PDF. Rules are never computed here."""
