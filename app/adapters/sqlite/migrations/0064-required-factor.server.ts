/** From when on the members of a desk need a second factor. */
export const requiredFactor = 'alter table desks add column second_factor_from integer;'
