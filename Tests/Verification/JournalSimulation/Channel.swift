#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Lines of text over a pair of descriptors.
struct Channel: ~Copyable {
    let input: Int32
    let output: Int32
    private var rest: [UInt8] = []

    init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// Sends a line.
    ///
    /// - Returns: Whether it was sent.
    @discardableResult
    func send(_ line: String) -> Bool { Self.send(line, to: output) }

    /// Sends a line to a descriptor.
    @discardableResult
    static func send(_ line: String, to output: Int32) -> Bool {
        let bytes = Array((line + "\n").utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Receives a line.
    ///
    /// - Parameter seconds: How long to wait for it.
    /// - Returns: The line; `nil` at the end, or after that time.
    mutating func receive(within seconds: Int32 = 600) -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeSubrange(...end)
                return line
            }
            var event = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, seconds * 1_000) > 0 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
            guard count > 0 else { return nil }
            rest += buffer[..<count]
        }
    }
}
