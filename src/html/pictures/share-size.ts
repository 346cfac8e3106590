/** The size of share pictures in pixels, which chats and networks ask for. */
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;
