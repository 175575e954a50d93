import { sectionAddress } from '../sections'

/** The section itself only links to this form. */
export const deletionStep = `${sectionAddress('delete')}&step=confirm`
