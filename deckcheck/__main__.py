"""`python -m deckcheck`."""

from deckcheck.start import main

if __name__ == "__main__":
    main()
