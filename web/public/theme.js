// Before the first paint, so that a chosen theme does not flash; the rest is in src/shell/theme.ts.
try {
  const chosen = localStorage.getItem('plimsoll.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be refused: the preference of the system holds.
}
