import { sectionAddress } from '../sections'

/** Where the form is that deletes the account; the section itself only leads there. */
export const deletionStep = `${sectionAddress('delete')}&step=confirm`
