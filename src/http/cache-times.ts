/** How long a cache may keep data of the current release, and show them while it asks again. */
export const FRESH_SECONDS = 300;
export const STALE_SECONDS = 3600;
