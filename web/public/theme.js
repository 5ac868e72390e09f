// Sets the stored theme before the first paint, to avoid a flash. See src/shell/theme.svelte.ts.
try {
  const chosen = localStorage.getItem('plimsoll.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be disabled: the system preference applies.
}
