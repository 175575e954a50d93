/** The owner's form that moved a ticket, by which it is known when it is sent again. */
export const ticketHistoryForm = 'alter table ticket_history add column form text;'
