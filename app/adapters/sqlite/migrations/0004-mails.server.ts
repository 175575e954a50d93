/** The outbox and leases of timers. */
export const mails = `
select 1;
`
