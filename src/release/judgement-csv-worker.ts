import { workerData } from "node:worker_threads";
import { workOff } from "./batch-thread.ts";
import { JudgementCsvFile, type JudgementCsvStart } from "./judgement-csv.ts";

/*
 * The program of the thread that writes the CSV file of many judgements.
 */

workOff(new JudgementCsvFile(workerData as JudgementCsvStart));
