import ArgumentParser
import DiskTracing
import NacreLMDB

/// Proves what a power loss and a failing disk leave of a store.
@main
struct NacrePowerLoss: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "NacrePowerLoss",
        abstract: "Lose the power, or fail the disk, at every moment of a run, and audit what is left.",
        subcommands: [
            ImagesCommand.self, FaultsCommand.self, FaultRunCommand.self, BackupsCommand.self, DamagedRunCommand.self,
            BesideRunCommand.self,
        ])

    /// Refuses to run where calls cannot be recorded.
    static func expectRecorder() throws {
        #if !os(Linux)
            throw ValidationError("the recorder of the disk's calls works on Linux alone: run this there")
        #endif
    }
}

/// The command `images`.
struct ImagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "images",
        abstract: "Record concurrent appends, and open and audit what a loss of power could leave of them.",
        discussion: """
            At every sync boundary, writes that are not synced are missing, torn at 512 bytes, or reordered; of some images \
            a page that was synced is damaged besides: each answer must be that of the image without it, or an error. \
            Prints one \
            JSON object, which also tells how many moments that number left no room for; exits with 1 where something \
            acknowledged was lost, or where there were fewer images. With --risking-the-whole-store the setting \
            is the other one, and it exits with 1 where nothing was lost: that it can see a loss is part of the proof.
            """)

    @Option(help: "How many images there are to be at least.")
    var count = 10_000

    @Option(help: "The seed of what is drawn by chance.")
    var seed: UInt64 = 1

    @Option(help: "Go on with every Nth image: repeat what was submitted at durability full, append more, audit again.")
    var continuingEvery = 4

    @Option(
        help: "Damage every Nth image besides: a page that was synced is lost, stale, misplaced or altered; 0 for none."
    )
    var damagingEvery = 25

    @Option(help: "How many processes append to the store: 1, or 2, of which the disk fails none.")
    var processes = 1

    @Flag(help: "Sync nothing, and expect losses.")
    var unsynced = false

    func validate() throws {
        try NacrePowerLoss.expectRecorder()
        guard processes == 1 || processes == 2 && !unsynced else {
            throw ValidationError("--processes is 1 or 2, and 1 with --risking-the-whole-store")
        }
    }

    func run() async throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let report = try await Images(
            durability: unsynced ? .unsynced : .full, count: count, seed: seed,
            folder: folder.path, continuingEvery: continuingEvery, damagingEvery: damagingEvery,
            workload: processes == 2 ? Workload(tasks: 9, share: 0..<6) : Workload()
        ).run()
        try printJSON(report)
        if unsynced == (report.losses == 0) || report.images < count
            || !report.wrongAnswers.isEmpty
        {
            throw ExitCode.failure
        }
    }
}
