import ArgumentParser
import DiskTracing

/// The command `backups`.
struct BackupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backups",
        abstract: "Record backups of a store in use, and audit what a loss of power could leave of them.",
        discussion: """
            At every sync of a file or a folder, and behind every change of an entry, writes that are not synced are missing, \
            torn at 512 bytes, or reordered, and so are entries that are made, renamed or removed. Under a backup's name \
            stands nothing then, or a whole backup that holds what its caller was told; once that has been, it is there. \
            Prints one JSON object; exits with 1 where a backup is lost or not whole, or where there were fewer images.
            """)

    @Option(help: "How many images there are to be at least.")
    var count = 1_000

    @Option(help: "The seed of what is drawn by chance.")
    var seed: UInt64 = 1

    func validate() throws { try NacrePowerLoss.expectRecorder() }

    func run() async throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let report = try await Backups(count: count, seed: seed, folder: folder.path).run()
        try printJSON(report)
        // The proof needs backups that appeared, and moments before they did.
        if report.losses > 0 || report.images < count || report.wholeBefore == 0 || report.absent == 0 {
            throw ExitCode.failure
        }
    }
}
