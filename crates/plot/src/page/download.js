// The data of the page as a file. The link is made once, and then followed.
const download = document.getElementById('download');
if ('DecompressionStream' in window) {
  download.hidden = false;
  document.getElementById('no-download').hidden = true;
  download.addEventListener('click', async (event) => {
    if (download.href.startsWith('blob:')) return;
    event.preventDefault();
    download.href = URL.createObjectURL(new Blob([await unpacked().arrayBuffer()], { type: 'application/json' }));
    download.click();
  });
}
