/** Carries the signed-in uid, or ''. It only makes other tabs ask the server. */
export const sessionChannel = 'session'
