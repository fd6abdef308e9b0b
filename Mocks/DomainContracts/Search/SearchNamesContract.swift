public import Domain

/// What every `SearchNames` must do. The values of its situations are the results of each query.
public typealias SearchNamesContract = ReadContract<NameQuery, NameMatches>

extension SearchNamesContract {
    /// All rows of the contract.
    public static var rows: [Row] {
        let lists = ListRows<NameQuery, NameMatches, NameMatch>(
            examples: NameExample.all,
            input: NameExample.med,
            other: NameExample.loom,
            records: { $0.matches },
            value: NameExample.found
        ) { reads in
            reads.isStored = false
            reads.refusals = [.busy]
        }
        let totals = [
            ("The total counts what there is", NameExample.all.main.stored), ("The total of an empty list is 0", []),
        ]
        return lists.all
            + totals.map { name, matches in
                lists.reads.answer(name, to: .stored([NameExample.med: NameExample.found(matches)])) { answer, _ in
                    try expect(answer.value.total, matches.count)
                }
            }
    }
}
