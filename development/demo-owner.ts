/** Whom to sign in as in development. */
export const demoOwner = {
  uid: 'demo-owner',
  email: 'demo@tresen.example',
  password: 'kettle-on-the-stove',
  displayName: 'Mara Lindner',
}
