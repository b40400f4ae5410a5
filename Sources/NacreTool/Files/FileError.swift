#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An error of a file or of a stream of bytes that the command line reads or writes.
package struct FileError: Error {
    /// The kind of failure.
    package struct Code: Hashable, CustomStringConvertible {
        /// The name of the kind.
        package let description: String

        /// The file does not exist.
        package static let noSuchFile = Code(description: "noSuchFile")

        /// The file cannot be created or opened for writing.
        static let cannotCreate = Code(description: "cannotCreate")

        /// Reading or writing failed, or opening for reading failed although the file exists.
        package static let inputOutput = Code(description: "inputOutput")
    }

    /// The kind of failure.
    package let code: Code

    /// The action and the file, with the system's message.
    package let message: String

    /// The system's error number: `EPIPE` if the reader of the output has gone.
    package let systemError: Int32

    /// Creates the error of a failed call.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - action: The action that failed, with the name of the file.
    ///   - systemError: The system's error number.
    package init(_ code: Code, _ action: String, systemError: Int32) {
        self.code = code
        self.systemError = systemError
        message = "\(action): \(String(cString: strerror(systemError)))"
    }
}

extension FileError: CustomStringConvertible {
    /// The message.
    package var description: String { message }
}
