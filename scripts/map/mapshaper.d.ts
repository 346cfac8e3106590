/** What of mapshaper the map is made with; the package has no types of its own. */
declare module "mapshaper" {
  const mapshaper: {
    /**
     * Runs commands over files held in memory, by name; the result has the files that they write.
     */
    applyCommands(
      commands: string,
      files: Readonly<Record<string, string>>,
    ): Promise<Readonly<Record<string, Uint8Array | string>>>;
  };
  export default mapshaper;
}
