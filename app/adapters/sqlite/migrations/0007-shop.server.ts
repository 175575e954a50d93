/** Orders, payments and entitlements. */
export const shop = `
select 1;
`
