import Foundation
import Nacre
import NacreRuntime
import Shell

/// Runs two process managers that other processes run too; each effect must happen once.
struct ReactionRun {
    let application: Application

    func run(announced isAnnounced: Bool) async throws -> Position {
        async let echoed = ProcessRunner(manager: EchoProcess(), store: application.store).catchUp { position, _ in
            if isAnnounced { Self.tell(position) }
        }
        let halts = try await application.runtime.react { position, _ in
            if isAnnounced { Self.tell(position) }
        }
        if let halt = halts.first { throw halt }
        return try await echoed
    }

    private static func tell(_ position: Position) {
        // The test may have closed the pipe.
        try? FileHandle.standardOutput.write(contentsOf: Data("\(position)\n".utf8))
    }
}
