/** The client id of the App that signs editors in on this machine. */
export const EDIT_APP = 'Iv1.local';
