import { FolderOrigin } from "../../src/distribution/folder-origin.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { originContract } from "./origin-contract.ts";

originContract({
  name: "folder",
  newPlace: async () => {
    const folder = newTemporaryFolder();
    return { publish: () => new FolderOrigin(folder), read: () => new FolderOrigin(folder) };
  },
  keepsPublishersApart: true,
});
