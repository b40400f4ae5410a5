import ArgumentParser
import DiskTracing
import TestFolders

/// The command `backups`.
struct BackupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backups",
        abstract: "Record backups of a store in use, and audit what a power loss could leave of them.",
        discussion: """
            At every sync of a file or a folder, and after every change of an entry, unsynced writes are missing, \
            torn at 512 bytes, or reordered, and so are created, renamed or removed entries. The name of a backup \
            then has no entry, or a complete backup that matches the answer to its caller; an acknowledged backup \
            exists. Prints one JSON object; exits with 1 if a backup is lost or incomplete, or if there were fewer \
            images.
            """)

    @Option(help: "The minimum number of images.")
    var count = 1_000

    @Option(help: "The seed of random choices.")
    var seed: UInt64 = 1

    func validate() throws { try NacrePowerLoss.expectRecorder() }

    func run() async throws {
        let folder = try TemporaryFolder(inMemory: true)
        defer { folder.remove() }
        let report = try await Backups(count: count, seed: seed, folder: folder.path).run()
        try printJSON(report)
        // The proof needs backups that appeared, and moments before they did.
        if report.losses > 0 || report.images < count || report.wholeBefore == 0 || report.absent == 0 {
            throw ExitCode.failure
        }
    }
}
