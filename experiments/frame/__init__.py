"""What every experiment needs: running clade, tables with verdicts, claims, the page."""
