import { sign } from './page/visiting'

/**
 * For a browser that remembers a conversation: who answers there sees which of our pages is looked at.
 * Of the query only a product is said; other queries may be keys.
 */
const item = new URLSearchParams(location.search).get('item')
const page = location.pathname + (item ? `?item=${item}` : '')
const title = document.querySelector('h1')?.textContent ?? ''
const look = () => void sign('', page, title)
document.addEventListener('visibilitychange', look)
look()
