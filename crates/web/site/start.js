// Leads to the page in the reader's language, the one chosen before or the first of the browser's that there is, and has the page kept
// for later. No module, as modules run after the first paint.
(() => {
  const { dataset: { languages }, lang } = document.documentElement;
  const pages = languages.split(' ');
  const known = (tag) => {
    try {
      const { language, script } = new Intl.Locale(tag).maximize();
      return pages.find((page) => page === language || page === `${language}-${script}`);
    } catch {
      return undefined; // no name of a language
    }
  };
  const chosen = document.cookie.match(/(?:^|; )language=([\w-]+)/)?.[1];
  const wanted = [chosen, ...navigator.languages].filter(Boolean).map(known).find(Boolean) || pages[0];
  if (wanted !== lang) location.replace(`${wanted === pages[0] ? './' : `${wanted}.html`}${location.hash}`);
  navigator.serviceWorker?.register('service_worker.js');
})();
