// Stands for react-dom/client in the browser's build, where Preact draws (docs/decisions/0084).
import { type ComponentChild, type ContainerNode, options } from 'preact'
import { hydrate } from 'preact/compat'

// Effects of an event run before the next one, as React's do: a listener knows what the last key changed.
options.requestAnimationFrame = queueMicrotask

/** Takes over the document that the server drew. */
export function hydrateRoot(document: Document, tree: ComponentChild): void {
  const { documentElement, head, body } = document
  // Preact clears away what it did not draw; React leaves alone what scripts and extensions added here.
  const parts = [...head.childNodes, ...body.childNodes]
  for (const part of parts) part.remove = () => {}
  // What React drew of a part that is loaded late stands between `$` and `/$`, which Preact calls `$s`.
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  while (comments.nextNode()) {
    const mark = comments.currentNode as Comment
    if (/^\/?\$$/.test(mark.data)) mark.data += 's'
  }
  // Given a document, Preact draws into its `html`; an error page comes with an `html` of its own.
  const root = {
    namespaceURI: documentElement.namespaceURI,
    firstChild: documentElement,
    childNodes: [documentElement],
    insertBefore: (node: Node, next: Node | null) => document.insertBefore(node, next),
  }
  hydrate(tree, root as unknown as ContainerNode)
  for (const part of parts) Reflect.deleteProperty(part, 'remove')
}
