interface Manifest {
  routes: Record<string, { parentId?: string; module: string; imports?: string[] }>
}

/** From what Remix knows of routes, when idle; not on a metered or slow connection. */
export function prefetchRooms(manifest: Manifest, shown: string[], words: string[]) {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
  const parents = shown.map((id) => manifest.routes[id]?.parentId)
  const scripts = Object.entries(manifest.routes)
    .filter(([id, { parentId }]) => !shown.includes(id) && parents.includes(parentId))
    .flatMap(([, { module, imports = [] }]) => [module, ...imports])
  const known = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const wordPaths = words.map((address) => new URL(address).pathname)
  for (const href of new Set([...scripts, ...wordPaths])) {
    if (known.includes(href)) continue
    // In Firefox a prefetch link falls under default-src, which no page allows.
    fetch(href, { priority: 'low' }).catch(() => {})
  }
}
