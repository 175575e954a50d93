/** A desk may hide from its members which page a visitor looks at. */
export const visitedPages = `
alter table desks add column visited_pages text;
`
