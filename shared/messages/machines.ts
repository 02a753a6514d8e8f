import { counted } from "../counted.ts";

/** Texts of the machines that are created for trainings. Only the server writes them: they are no part of `MESSAGES`, which every page loads. */
export const MACHINE_MESSAGES = {
  noMachines: "This platform creates no machines for trainings.",
  noMachinesYet:
    "This platform has been started without machines for trainings. Unless an administrator corrects this within five minutes, the training fails, and can then be started on the platform.",
  machinesTaken: (count: number) =>
    count === 1
      ? "The platform's machine is in use. The training starts as soon as it is free."
      : `All ${count} machines of the platform are in use. The training starts as soon as one is free.`,
  creatingMachine: (minutes: number) => `Creating the machine, about ${counted(minutes, "minute")}`,
  installingMachine: "Installing the training software on the machine",
  machineIsReady: "The machine is ready",
  machineQuota: (machine: string) =>
    `No ${machine} could be created: the platform's quota for it is used up. An administrator can have it raised.`,
  machineCapacity: (machine: string) =>
    `No ${machine} is available at the moment: the provider has no capacity left. Please try again later.`,
  machineSignIn: (machine: string) =>
    `No ${machine} could be created: the provider refused the platform's sign-in. An administrator has to renew it.`,
  machineNotCreated: (machine: string) => `The ${machine} could not be created.`,
  machineNotConnected: (machine: string) =>
    `The ${machine} was created, but it did not connect to the platform within 20 minutes.`,
  machineLost: (machine: string) =>
    `The ${machine} was lost during the training. Retry continues from the last checkpoint on a new machine.`,
  machineLimit: (machine: string, hours: number) =>
    `The ${machine} had been running for ${counted(hours, "hour")}, the limit of this platform. Retry continues from the last checkpoint on a new machine.`,
  machinesNotDeleted: (count: number) =>
    count === 1
      ? "One machine could not be deleted; this is tried again."
      : `${count} machines could not be deleted; this is tried again.`,
  machineNotDeleted: "It could not be deleted.",
  machineNeedsAzure: (subscription: string, resourceGroup: string) =>
    `The platform can delete this machine only with PROVISION=azure, PROVISION_AZURE_SUBSCRIPTION=${subscription} and PROVISION_AZURE_RESOURCE_GROUP=${resourceGroup}, with which it was created.`,
  machineNeedsCommands: (program: string) =>
    `The platform can delete this machine only with PROVISION=command and the PROVISION_STATE and PROVISION_STOP with which it was created (PROVISION_STOP begins with ${program}).`,
  machineNeedsEarlierProvision:
    "The platform can delete this machine only with the PROVISION with which an earlier version created it. If it no longer exists, remove its record as OPERATIONS.md says under Machines for trainings.",
  machineKeyUsed: "The key of this machine has been used, or its training is over.",
} as const;
