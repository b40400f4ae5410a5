import ArgumentParser
import CDiskRecorder
import DiskTracing
import NacreLMDB
import TestFolders

/// Proves what a power loss and a failing disk leave of a store.
@main
struct NacrePowerLoss: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "NacrePowerLoss",
        abstract: "Lose the power or fail the disk at every moment of a run, and audit the store.",
        subcommands: [
            ImagesCommand.self, FaultsCommand.self, FaultRunCommand.self, BackupsCommand.self, DamagedRunCommand.self,
            BesideRunCommand.self, OpeningCommand.self, OpeningFillCommand.self,
        ])

    /// Refuses to run where calls cannot be recorded.
    static func expectRecorder() throws {
        #if !os(Linux)
            throw ValidationError("the recorder of disk calls works only on Linux: run this command there")
        #endif
    }
}

/// The command `images`.
struct ImagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "images",
        abstract: "Record concurrent appends, and audit what a power loss could leave of them.",
        discussion: """
            At every sync boundary, unsynced writes are missing, torn at 512 bytes, or reordered. Some images also \
            have a damaged synced page: each answer must then be that of the image without the damage, or an error. \
            The store commits through LMDB alone in one run, and through its journal in others, past the page cache \
            and through it. From some moments, such a store recovers and goes on, and the power is lost again. \
            Prints one JSON object, with the number of moments that were left out; exits with 1 if an acknowledged \
            commit was lost, if there were fewer images, or if none had pending and torn frames. With --unsynced, nothing is synced, and it exits with 1 \
            if nothing was lost: the proof must be able to detect a loss.
            """)

    @Option(help: "The minimum number of images.")
    var count = 10_000

    @Option(help: "The seed of random choices.")
    var seed: UInt64 = 1

    @Option(help: "Continue on every Nth image: repeat the commits at durability full, append more, audit again.")
    var continuingEvery = 4

    @Option(
        help: "Also damage every Nth image: a synced page is lost, stale, misplaced or altered; 0 for none."
    )
    var damagingEvery = 25

    @Option(help: "The number of processes that append to the store: 1, or 2 without failing calls.")
    var processes = 1

    @Flag(help: "Sync nothing, and expect losses.")
    var unsynced = false

    func validate() throws {
        try NacrePowerLoss.expectRecorder()
        guard processes == 1 || processes == 2 && !unsynced else {
            throw ValidationError("--processes is 1 or 2, and 1 with --unsynced")
        }
    }

    func run() async throws {
        disk_map_large_allocations()
        let folder = try TemporaryFolder(inMemory: true)
        defer { folder.remove() }
        let report = try await Images(
            durability: unsynced ? .unsynced : .full, count: count, seed: seed,
            folder: folder.path, continuingEvery: continuingEvery, damagingEvery: damagingEvery,
            workload: processes == 2 ? Workload(tasks: 9, share: 0..<6) : Workload()
        ).run()
        try printJSON(report)
        if unsynced == (report.losses == 0) || report.images < count
            || !report.wrongAnswers.isEmpty || !unsynced && !report.coversRecovery
            || !unsynced && processes == 1 && Images.losesAgain(of: count) && report.lostAgain == 0
        {
            throw ExitCode.failure
        }
    }
}
