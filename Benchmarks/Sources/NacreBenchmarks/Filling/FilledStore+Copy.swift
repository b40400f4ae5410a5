import Foundation

extension FilledStore {
    /// Copies the store, so that what is done to the copy leaves the one that was filled as it is.
    ///
    /// - Parameter folder: An empty folder.
    /// - Throws: ``HarnessError`` where files cannot be copied.
    func copy(to folder: URL) throws {
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: self.folder.path) {
                try FileManager.default.copyItem(
                    at: self.folder.appendingPathComponent(name), to: folder.appendingPathComponent(name))
            }
        } catch {
            throw HarnessError(.inputOutput, "\(self.folder.path) cannot be copied to \(folder.path): \(error)")
        }
    }
}
