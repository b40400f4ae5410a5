import ArgumentParser
import ChildProcesses
import DiskTracing
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Has damaged images audited in processes of their own, so that one that ends or stands still is found.
enum DamagedImages {
    /// How long an image may take: far more than it does, on a busy machine too.
    static let secondsAtMost: UInt32 = 120

    /// Audits images.
    ///
    /// - Returns: What came of each: an image in which the process ended has that as its finding.
    static func audit(_ images: [DamagedImage], in folder: String) async throws -> [DamagedImage.Result] {
        var results: [DamagedImage.Result] = []
        while results.count < images.count {
            let list = "\(folder)/damaged-\(UUID().uuidString).json"
            try JSONEncoder().encode(Array(images.dropFirst(results.count))).write(to: URL(filePath: list))
            let process = try await ChildProcess(
                URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), ["damaged-run", list])
            let lines = try await process.output().split(separator: UInt8(ascii: "\n"))
            let ending = try await process.ending()
            try FileManager.default.removeItem(atPath: list)
            results += try lines.map { try JSONDecoder().decode(DamagedImage.Result.self, from: $0) }
            if ending != .exit(0) || lines.isEmpty {
                guard results.count < images.count else { throw Loss("a process ended behind its work: \(ending)") }
                var result = DamagedImage.Result()
                result.wrong = ["the process ended: \(ending)"]
                results.append(result)
            }
        }
        return results
    }
}

/// The command `damaged-run`, for the command `images` alone.
struct DamagedRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "damaged-run", abstract: "Audit images of which pages are damaged.", shouldDisplay: false)

    @Argument var list: String

    func run() async throws {
        let images = try JSONDecoder().decode([DamagedImage].self, from: Data(contentsOf: URL(filePath: list)))
        for image in images {
            alarm(DamagedImages.secondsAtMost)
            try printJSON(try await image.audit())
            // What is said of an image is not lost with the process that ends in the next one.
            fflush(nil)
        }
    }
}
