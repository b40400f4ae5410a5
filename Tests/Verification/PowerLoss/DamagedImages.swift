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

/// Audits damaged images in child processes, so that a crash or a hang is found.
enum DamagedImages {
    /// The time limit of an image, far above its duration on a busy machine.
    static let secondsAtMost: UInt32 = 120

    /// Audits images.
    ///
    /// - Returns: The result of each; the end of its process is a finding.
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
                guard results.count < images.count else { throw Loss("a process ended after its work: \(ending)") }
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
        commandName: "damaged-run", abstract: "Audit images with damaged pages.", shouldDisplay: false)

    @Argument var list: String

    func run() async throws {
        let images = try JSONDecoder().decode([DamagedImage].self, from: Data(contentsOf: URL(filePath: list)))
        for image in images {
            alarm(DamagedImages.secondsAtMost)
            try printJSON(try await image.audit())
            // Written at once, so that it is not lost if the process ends in the next image.
            fflush(nil)
        }
    }
}
