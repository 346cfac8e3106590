import { workerData } from "node:worker_threads";
import { workOff } from "./batch-thread.ts";
import type { JudgementFilesStart } from "./judgement-batch.ts";
import { JudgementFiles } from "./judgement-files.ts";

/*
 * The program of the thread that writes the files of many judgements.
 */

workOff(new JudgementFiles(workerData as JudgementFilesStart));
