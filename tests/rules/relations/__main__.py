"""Print the counts of the relations."""

from tests.rules.relations.counting import main

if __name__ == "__main__":
    main()
