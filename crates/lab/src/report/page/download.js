'use strict';
// The data that the page was made from, unpacked into a file. The link is made only once, and then followed.
const download = document.getElementById('download');
const unpacked = async () => {
  const letters = atob(document.getElementById('data').textContent);
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Blob([await new Response(stream).arrayBuffer()], { type: 'application/json' });
};
if ('DecompressionStream' in window) {
  download.hidden = false;
  document.getElementById('no-download').hidden = true;
  download.addEventListener('click', async (event) => {
    if (download.href.startsWith('blob:')) return;
    event.preventDefault();
    download.href = URL.createObjectURL(await unpacked());
    download.click();
  });
}
