import Nacre
import TestRandomness

/// One fault of the disk on the pages of a log.
struct PageFault {
    enum Kind: String, Codable, CaseIterable {
        /// The page has its content from several commits before: acknowledged writes of it are lost.
        case stale
        /// The last write of the page is lost: it has its earlier content, zeros if it was new.
        case lost
        /// The page was never written, or its content is lost: zeros.
        case zeros
        /// The last write of a page went to another page, and the page has its earlier content.
        case misdirected
        /// A few bits are flipped.
        case flipped
    }

    let kind: Kind
    /// The page with the fault.
    let page: UInt64
    let role: LogPages.Role
    /// The contents of the pages after the fault.
    let changes: [(page: UInt64, bytes: [UInt8])]
    let description: String
    /// Positions near the fault, for questions.
    let vicinity: [Position]
    /// Whether the last commit may be missing if no derived file knows it, because its meta page was not written.
    let losesLastCommit: Bool

    /// Draws a fault of a log.
    static func drawn(from pages: LogPages, _ history: PageHistory, _ random: inout SeededGenerator) -> PageFault {
        while true {
            let page = drawPage(from: pages, history, &random)
            let draw = random.below(100)
            let kind: Kind =
                draw < 40 ? .stale : draw < 52 ? .lost : draw < 60 ? .zeros : draw < 78 ? .misdirected : .flipped
            if let fault = fault(kind, of: page, pages, history, &random) { return fault }
        }
    }

    private static func drawPage(
        from pages: LogPages, _ history: PageHistory, _ random: inout SeededGenerator
    ) -> UInt64 {
        func any(_ roles: LogPages.Role...) -> UInt64? {
            let candidates = roles.flatMap { pages.pages($0) }
            return candidates.isEmpty ? nil : candidates[random.below(candidates.count)]
        }
        while true {
            let draw = random.below(100)
            let page: UInt64? =
                if draw < 25 {
                    { () -> UInt64? in
                        let recent = history.recent(commits: 60).filter { pages.roles[Int($0)] != .unused }
                        return recent.isEmpty ? nil : recent[random.below(recent.count)]
                    }()
                } else if draw < 40 {
                    any(.root, .lastBranch, .lastLeaf)
                } else if draw < 50 {
                    any(.newestMeta, .olderMeta)
                } else if draw < 63 {
                    any(.freeTree, .freeOverflow)
                } else if draw < 70 {
                    any(.branch)
                } else if draw < 80 {
                    any(.leaf)
                } else if draw < 90 {
                    any(.overflow, .lastOverflow)
                } else {
                    any(LogPages.Role.allCases[random.below(LogPages.Role.allCases.count - 1)])
                }
            if let page { return page }
        }
    }

    private static func fault(
        _ kind: Kind, of page: UInt64, _ pages: LogPages, _ history: PageHistory, _ random: inout SeededGenerator
    ) -> PageFault? {
        let now = pages.content(of: page)
        let role = pages.roles[Int(page)]
        let zeros = [UInt8](repeating: 0, count: now.count)
        func made(_ bytes: [UInt8], _ what: String, also other: (page: UInt64, bytes: [UInt8])? = nil) -> PageFault? {
            let changes = ([(page, bytes)] + (other.map { [$0] } ?? [])).filter { $0.1 != pages.content(of: $0.0) }
            guard !changes.isEmpty else { return nil }
            let keys = changes.compactMap { pages.keys[$0.0] }
            return PageFault(
                kind: kind, page: page, role: role, changes: changes, description: what,
                vicinity: keys.flatMap { [$0.lowerBound, $0.upperBound] },
                losesLastCommit: changes.contains { pages.roles[Int($0.0)] == .newestMeta })
        }
        switch kind {
        case .stale:
            let back = 1 + random.below(60)
            guard let old = history.content(of: page, behind: history.index.commits - back) else { return nil }
            return made(old, "page \(page) (\(role.rawValue)) as it was \(back) commits before")
        case .lost:
            return made(
                history.previous(of: page) ?? zeros, "page \(page) (\(role.rawValue)) as it was before its last write")
        case .zeros:
            return made(zeros, "page \(page) (\(role.rawValue)) filled with zeros")
        case .misdirected:
            let target: UInt64 =
                if random.chance(40) {
                    UInt64(clamping: Int(page) + [-2, -1, 1, 2, 16][random.below(5)])
                } else {
                    drawPage(from: pages, history, &random)
                }
            guard target != page, target < UInt64(pages.pages) else { return nil }
            return made(
                history.previous(of: page) ?? zeros,
                "page \(page) (\(role.rawValue)) written to page \(target) (\(pages.roles[Int(target)].rawValue))",
                also: (target, now))
        case .flipped:
            var bytes = now
            let isAtHead = random.chance(40)
            var places: [Int] = []
            for _ in 0..<1 + random.below(4) {
                let place = isAtHead ? random.below(160) : random.below(bytes.count)
                bytes[place] ^= 1 << UInt8(random.below(8))
                places.append(place)
            }
            return made(bytes, "page \(page) (\(role.rawValue)) with bits flipped in bytes \(places)")
        }
    }
}
