import Nacre

/// The control page: which use of the journal its frames belong to, and where walking begins.
struct JournalControl: Equatable, Sendable {
    let storeID: StoreID
    /// How often the control page was written.
    var writeCount: UInt64
    /// The nonce of the present or last use of the journal: frames with other nonces are not believed.
    var nonce: UInt64
    /// The size of the file.
    let fileBytes: Int
    /// The file offset at which walking begins.
    var start: Int
    /// The consecutive number of the frame that begins there, written or not.
    var number: UInt64
    /// The end of the log before that frame, as far as the journal knows it.
    var before: Block.End

    /// The control page of a new, empty journal.
    init(storeID: StoreID, fileBytes: Int, nonce: UInt64, before: Block.End) {
        self.storeID = storeID
        writeCount = 1
        self.nonce = nonce
        self.fileBytes = fileBytes
        start = JournalLayout.ringOffset
        number = 1
        self.before = before
    }

    /// Decodes one copy; `nil` if it is damaged or of another format.
    ///
    /// - Parameter page: The page.
    init?(_ page: UnsafeRawBufferPointer) {
        typealias Layout = JournalLayout.Control
        guard unsafe Self.format(of: page) == JournalLayout.version,
            unsafe page.integer(at: Layout.checksumOffset, as: UInt64.self)
                == Checksum.of(page.part(from: 0, to: Layout.checksumOffset)),
            let fileBytes = unsafe Int(exactly: page.integer(at: Layout.fileBytesOffset, as: UInt64.self)),
            let start = unsafe Int(exactly: page.integer(at: Layout.startOffset, as: UInt64.self))
        else { return nil }
        storeID = unsafe StoreID(EventID(at: Layout.storeIDOffset, in: page))
        writeCount = unsafe page.integer(at: Layout.writeCountOffset)
        nonce = unsafe page.integer(at: Layout.nonceOffset)
        self.fileBytes = fileBytes
        self.start = start
        number = unsafe page.integer(at: Layout.numberOffset)
        before = unsafe Block.End(
            position: page.integer(at: Layout.positionOffset), checksum: page.integer(at: Layout.blockChecksumOffset))
        let numbers = 1...JournalLayout.maxNumber
        guard nonce != 0, numbers.contains(number), numbers.contains(writeCount), start >= JournalLayout.ringOffset,
            start <= fileBytes, start % JournalLayout.pageBytes == 0, fileBytes % JournalLayout.pageBytes == 0,
            before.position <= LogFormat.maxPosition
        else { return nil }
    }

    /// Whether frames and writes can be counted for as long as a journal is used.
    ///
    /// No use reaches half of the highest number, behind which no frame and no control page is valid.
    var hasNumbersLeft: Bool { max(number, writeCount) <= JournalLayout.maxNumber / 2 }

    /// Changes to a new nonce and to the beginning of the ring, after which no earlier frame is believed.
    ///
    /// - Parameters:
    ///   - number: The number of the next frame.
    ///   - end: The end of the log, which is durable.
    mutating func renew(number: UInt64, before end: Block.End) {
        writeCount += 1
        nonce = Self.makeNonce(otherThan: nonce)
        start = JournalLayout.ringOffset
        self.number = number
        before = end
    }

    /// Writes the page.
    ///
    /// - Parameter page: The page.
    func store(in page: UnsafeMutableRawBufferPointer) {
        typealias Layout = JournalLayout.Control
        unsafe page.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe page.store(Layout.magic, at: Layout.magicOffset)
        unsafe page.store(JournalLayout.version, at: Layout.formatOffset)
        unsafe storeID.uuid.store(at: Layout.storeIDOffset, in: page)
        unsafe page.store(writeCount, at: Layout.writeCountOffset)
        unsafe page.store(nonce, at: Layout.nonceOffset)
        unsafe page.store(UInt64(fileBytes), at: Layout.fileBytesOffset)
        unsafe page.store(UInt64(start), at: Layout.startOffset)
        unsafe page.store(number, at: Layout.numberOffset)
        unsafe page.store(before.position, at: Layout.positionOffset)
        unsafe page.store(before.checksum, at: Layout.blockChecksumOffset)
        let covered = unsafe UnsafeRawBufferPointer(page).part(from: 0, to: Layout.checksumOffset)
        unsafe page.store(Checksum.of(covered), at: Layout.checksumOffset)
    }

    /// The valid copy that was written last.
    ///
    /// - Parameters:
    ///   - pages: Both copies.
    ///   - path: The path of the journal, for messages.
    /// - Returns: The copy.
    /// - Throws: `newerFormat` if neither is valid and one has a newer format; `damaged` if neither is valid.
    static func newest(
        of pages: UnsafeRawBufferPointer, path: String
    ) throws(EventStoreError) -> JournalControl {
        let middle = JournalLayout.pageBytes
        let copies = unsafe [pages.part(from: 0, to: middle), pages.part(from: middle, to: 2 * middle)]
        let valid = unsafe copies.compactMap { unsafe JournalControl($0) }
        if let newest = valid.max(by: { $0.writeCount < $1.writeCount }) { return newest }
        if let format = unsafe copies.compactMap({ unsafe Self.format(of: $0) }).max(), format > JournalLayout.version {
            throw EventStoreError(
                .newerFormat,
                """
                the journal \(quoted(path, upTo: .max)) has format \(format), but this program supports formats up to \
                \(JournalLayout.version): use a newer program
                """)
        }
        throw .damagedJournal(path, "both copies of its control page are damaged")
    }

    /// The format that a copy states; `nil` if it is no control page.
    private static func format(of page: UnsafeRawBufferPointer) -> UInt16? {
        typealias Layout = JournalLayout.Control
        guard unsafe page.integer(at: Layout.magicOffset, as: UInt32.self) == Layout.magic else { return nil }
        return unsafe page.integer(at: Layout.formatOffset)
    }

    /// A nonce for a new use.
    ///
    /// - Parameter last: The nonce that it must differ from.
    /// - Returns: The nonce.
    static func makeNonce(otherThan last: UInt64 = 0) -> UInt64 {
        var random = SystemRandomNumberGenerator()
        while true {
            let nonce: UInt64 = random.next()
            if nonce != 0, nonce != last { return nonce }
        }
    }
}
