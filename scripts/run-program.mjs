import { spawn } from "node:child_process";

/** Runs a program to its end, and returns what it printed. */
export function runProgram(program, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.on("error", reject);
    child.on("close", (status) => {
      if (status === 0) resolve(stdout);
      else reject(new Error(`${program} ${args.join(" ")} in ${cwd} ended with ${status}:\n${stdout}${stderr}`));
    });
  });
}
