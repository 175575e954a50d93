/** Returns one event, its data split into lines. Source: HTML Standard, 9.2. */
export function event(data: string, { name, id }: { name?: string; id?: number } = {}): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`)
  return `${name ? `event: ${name}\n` : ''}${id === undefined ? '' : `id: ${id}\n`}${lines.join('')}\n`
}
