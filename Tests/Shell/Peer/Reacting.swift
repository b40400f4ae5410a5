import Foundation
import Nacre
import NacreRuntime
import Shell

/// Runs process managers that others run too, two at once: what follows from an event is to follow once.
struct Reacting {
    let application: Application

    func run(announced isAnnounced: Bool) async throws -> Position {
        async let echoed = ProcessRunner(manager: Echoing(), store: application.store).catchUp { position, _ in
            if isAnnounced { Self.tell(position) }
        }
        let halts = try await application.runtime.react { position, _ in
            if isAnnounced { Self.tell(position) }
        }
        if let halt = halts.first { throw halt }
        return try await echoed
    }

    private static func tell(_ position: Position) {
        // Whoever listens may be gone.
        try? FileHandle.standardOutput.write(contentsOf: Data("\(position)\n".utf8))
    }
}
