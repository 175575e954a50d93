/** Nobody's tickets have facets of their own, on Firestore alone. */
export const nobodys = ''
