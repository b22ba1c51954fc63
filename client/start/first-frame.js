// Runs in the head of every page, before the first paint (docs/decisions/0012).
// After a reload, or with an anchor in the address, the browser scrolls once the document has ended. The first frame
// waits for that end, so that the top of the page is not visible before.
if (location.hash || performance.getEntriesByType('navigation')[0]?.type !== 'navigate') {
  const link = document.querySelector('[rel=expect]');
  link.href = '#end';
  document.onreadystatechange = () => link.remove();
}
