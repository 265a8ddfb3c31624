// The chosen theme before the first paint; no module, as modules run after it.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem('shuangqi.settings') || '{}');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the page follows the system.
  }
})();
