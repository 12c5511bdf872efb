// A link that is opened where its page is open already only changes the end of the address, which loads nothing. The page then
// begins anew, so that the link is taken as in a window of its own.

export function followNewLink(): void {
  addEventListener('hashchange', () => {
    if (new URLSearchParams(location.hash.slice(1)).has('token')) location.reload();
  });
}
