/** Shows how many tickets wait in the tab's title and icon. */
export function badgeTab(open: number) {
  const title = document.title.replace(/^\(\d+\) /, '')
  const signed = open > 0 ? `(${open}) ${title}` : title
  if (document.title !== signed) document.title = signed
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  icon?.setAttribute('href', open > 0 ? '/icon-waiting.svg' : '/icon.svg')
}
