// What is kept on this phone alone, as JSON by key. A private window keeps nothing, and what another program wrote is nothing.
export function readKept(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

// Keeps a value; null drops what was kept.
export function keep(key, value) {
  try {
    if (value) localStorage.setItem(key, JSON.stringify(value));
    else localStorage.removeItem(key);
  } catch {
    // a private window
  }
}

// Drops what others kept here: all at one table that is neither under a key nor begins with it.
export function dropOthers(table, own) {
  try {
    const begins = (key, start) => `${key} `.startsWith(`${start} `);
    const others = Object.keys(localStorage).filter((each) => begins(each, table) && !begins(each, own));
    others.forEach((each) => localStorage.removeItem(each));
  } catch {
    // a private window
  }
}
