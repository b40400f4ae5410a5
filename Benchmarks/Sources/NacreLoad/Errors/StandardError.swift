import Foundation

/// Writes a line, or text with another end, to standard error; a closed pipe is ignored.
package func standardError(_ text: String, terminator: String = "\n") {
    // The reader is gone, and the measurement continues.
    try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
}
