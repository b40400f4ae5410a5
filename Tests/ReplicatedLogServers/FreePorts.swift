import Foundation
import Synchronization

/// Ports on loopback for servers that must know each other's ports before they start.
package enum FreePorts {
    /// Below the ports that systems give to connections, one of which could take a port before its server starts.
    private static let range = 15_000..<32_000

    /// The ports that this process has given out, whose servers may not listen yet.
    private static let taken = Mutex<Set<Int>>([])

    /// Ports that nothing listens on, none of them twice.
    ///
    /// - Parameter count: How many.
    /// - Returns: The ports.
    /// - Throws: ``None``.
    package static func take(_ count: Int) throws -> [Int] {
        try (0..<count).map { _ in
            for _ in 0..<1000 {
                let port = Int.random(in: range)
                if taken.withLock({ $0.insert(port).inserted }), canListen(port) { return port }
            }
            throw None()
        }
    }

    private static func canListen(_ port: Int) -> Bool {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// No port is free.
    package struct None: Error {}
}
