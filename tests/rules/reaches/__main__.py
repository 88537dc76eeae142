"""Print the counts of claims of reach."""

from tests.rules.reaches.counting import main

if __name__ == "__main__":
    main()
